/** Binds the addresses of a server before it opens its database. */
import type { Config } from '../kit/config/config.ts';
import { startingAnswer } from '../edge/http/starting-answer.ts';
import type { Say } from '../edge/http/messages.ts';
import type { ListenAddress } from '../kit/net/open-port.ts';
import { OpenPort } from '../kit/net/open-port.ts';
import type { ClosingStack } from '../kit/process/closing-stack.ts';

export interface Ports {
  /** The users' application. */
  readonly app: OpenPort;
  /** The operators' application. */
  readonly operator: OpenPort;
}

/** @throws StartupError when an address cannot be had. */
export async function openPorts(config: Config, say: Say, opened: ClosingStack): Promise<Ports> {
  const refuse = startingAnswer(say);
  const open = async (address: ListenAddress): Promise<OpenPort> => {
    const port = new OpenPort(refuse);
    await port.listen(address);
    opened.add(`port of ${address.portVariable}`, () => port.close());
    return port;
  };
  return {
    app: await open({ ...config, hostVariable: 'HOST', portVariable: 'PORT' }),
    operator: await open({
      ...config.operator,
      hostVariable: 'OPERATOR_HOST',
      portVariable: 'OPERATOR_PORT',
    }),
  };
}
