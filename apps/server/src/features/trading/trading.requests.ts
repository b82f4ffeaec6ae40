import { CHANNELS } from '@tradeloom/contracts'
import type { SocketRequests } from '../../platform/realtime/requests.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { signedIn } from '../../platform/realtime/topic.ts'
import type { AccountsService } from './accounts.service.ts'
import type { TradesService } from './trades.service.ts'
import type { TradingLogs } from './trading-logs.service.ts'

type TradingRequests = Pick<
  SocketRequests,
  | 'request-connected'
  | 'request-status'
  | 'subscribe-status'
  | 'request-account'
  | 'open-position'
  | 'close-position'
  | 'order'
  | 'protect-position'
  | 'initialize-broker-connection'
  | 'teardown'
  | 'request-log-connection'
  | 'request-log-account'
>

/** Nothing that trades waits behind expensive requests. */
const light = { channels: [CHANNELS.brokers], isLight: true } as const

export function tradingRequests(accounts: AccountsService, trades: TradesService, logs: TradingLogs): TradingRequests {
  const channels = [CHANNELS.brokers]
  return {
    'request-connected': {
      ...light,
      answer: ({ connectionId }, viewer) => accounts.status(connectionId, signedIn(viewer)),
    },
    'request-status': {
      ...light,
      async answer(_, viewer) {
        const all = await accounts.statuses(signedIn(viewer))
        return { isConnected: all.every(({ isConnected }) => isConnected === true) ? true : null }
      },
    },
    'subscribe-status': { ...light, answer: (_, viewer) => accounts.statuses(signedIn(viewer)) },
    'request-account': { ...light, answer: ({ accountId }, viewer) => accounts.get(accountId, signedIn(viewer)) },
    'open-position': { ...light, answer: (request, viewer) => trades.open(request, tradingUser(viewer)) },
    'close-position': { ...light, answer: (request, viewer) => trades.close(request, tradingUser(viewer)) },
    order: { ...light, answer: (request, viewer) => trades.order(request, tradingUser(viewer)) },
    'protect-position': { ...light, answer: (request, viewer) => trades.protect(request, tradingUser(viewer)) },
    'initialize-broker-connection': {
      ...light,
      answer: ({ connectionId }, viewer) => accounts.initialize(connectionId, signedIn(viewer)),
    },
    'request-log-connection': {
      channels,
      answer: ({ connectionId }, viewer) => logs.ofConnection(connectionId, signedIn(viewer)),
    },
    'request-log-account': {
      channels,
      answer: ({ accountId }, viewer) => logs.ofAccount(accountId, signedIn(viewer)),
    },
    // Paper trading holds no connection of one user that could be closed.
    teardown: { ...light, answer: ({ connectionId }, viewer) => accounts.status(connectionId, signedIn(viewer)) },
  }
}

function tradingUser(viewer: string | null): string {
  if (viewer === null) throw new AppError('unauthenticated', 'login-required', 'Please log in to trade')
  return viewer
}
