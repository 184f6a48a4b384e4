/** The frame of a screen of the user's records by state, and a list of one state. */
import type { ComponentType, ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/state-panel.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useAddressChoice } from './filter-bar.tsx';
import { PagedList, type PagedListProps } from './paged-list.tsx';
import { RecordSheet } from './record-sheet.tsx';
import { WalletScreen } from './wallet-screen.tsx';

interface RecordsByStateProps<State extends string> {
  readonly title: string;
  readonly backTo: string;
  readonly scrollKey: string;
  /** The first one is shown without `?state=`. */
  readonly states: readonly [State, ...State[]];
  readonly labelOf: (state: State) => string;
  readonly detailsTitle: string;
  /** The record of `?id=`. */
  readonly details: ComponentType<{ readonly id: string }>;
  /** The list of one state. */
  readonly children: (state: State) => ReactNode;
}

/** A tab for each state; `?id=` opens one record. */
export function RecordsByState<State extends string>(props: RecordsByStateProps<State>) {
  const {
    title,
    backTo,
    scrollKey,
    states,
    labelOf,
    detailsTitle,
    details: Details,
    children,
  } = props;
  const [address] = useSearchParams();
  const choose = useAddressChoice();
  const [first] = states;
  const state = states.find((known) => known === address.get('state')) ?? first;
  return (
    <WalletScreen title={title} backTo={backTo} scrollKey={scrollKey}>
      <Tabs
        label={title}
        value={state}
        onChange={(chosen) => choose('state', chosen === first ? '' : chosen)}
        tabs={states.map((value) => ({ value, label: labelOf(value) }))}
      >
        {children(state)}
      </Tabs>
      <RecordSheet title={detailsTitle}>{(id) => <Details id={id} />}</RecordSheet>
    </WalletScreen>
  );
}

interface StateRecordsProps<Entry> extends Omit<PagedListProps<Entry>, 'empty'> {
  readonly empty: {
    readonly title: string;
    readonly hint: string;
    /** Page where the user gets such a record. */
    readonly to: string;
    readonly toText: string;
  };
}

/** All records of one state, the newest first; an empty list leads to the page of new ones. */
export function StateRecords<Entry>({ empty, ...list }: StateRecordsProps<Entry>) {
  return (
    <PagedList
      {...list}
      empty={
        <EmptyState
          title={empty.title}
          hint={empty.hint}
          action={
            <Link to={empty.to} className={buttonStyle('primary', 'small')}>
              {empty.toText}
            </Link>
          }
        />
      }
    />
  );
}
