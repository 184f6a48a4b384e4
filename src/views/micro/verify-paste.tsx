/** The field that takes a pasted receipt or the pasted text of a settlement file. */
import { useState, type FormEvent } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-area.tsx';

interface VerifyPasteProps {
  readonly onPaste: (text: string) => void;
}

export function VerifyPaste({ onPaste }: VerifyPasteProps) {
  const t = useText('micro');
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onPaste(text);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <TextArea
        label={t('verify.paste.label')}
        hint={t('verify.paste.hint')}
        rows={3}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={text}
        onChange={setText}
      />
      <Button type="submit" kind="secondary" className="self-start">
        {t('verify.paste.check')}
      </Button>
    </form>
  );
}
