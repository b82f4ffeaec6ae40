import type { RequestHandlers } from '../../platform/realtime/requests.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { signedIn } from '../../platform/realtime/topic.ts'
import type { AccountsService } from './accounts.service.ts'
import type { OrderChangesService } from './order-changes.service.ts'
import type { TradesService } from './trades.service.ts'
import type { TradingLogs } from './trading-logs.service.ts'

type TradingRequests = Pick<
  RequestHandlers,
  | 'requestConnected'
  | 'requestStatus'
  | 'subscribeStatus'
  | 'requestAccount'
  | 'openPosition'
  | 'closePosition'
  | 'placeOrder'
  | 'protectPosition'
  | 'changeOrder'
  | 'initializeBrokerConnection'
  | 'teardown'
  | 'requestConnectionLog'
  | 'requestAccountLog'
>

/** Nothing that trades waits behind expensive requests. */
const isLight = true

export function tradingRequests(
  accounts: AccountsService,
  trades: TradesService,
  changes: OrderChangesService,
  logs: TradingLogs,
): TradingRequests {
  return {
    requestConnected: {
      isLight,
      answer: ({ connectionId }, viewer) => accounts.status(connectionId, signedIn(viewer)),
    },
    requestStatus: {
      isLight,
      async answer(_, viewer) {
        const all = await accounts.statuses(signedIn(viewer))
        return { isConnected: all.every(({ isConnected }) => isConnected === true) ? true : null }
      },
    },
    subscribeStatus: { isLight, answer: (_, viewer) => accounts.statuses(signedIn(viewer)) },
    requestAccount: { isLight, answer: ({ accountId }, viewer) => accounts.get(accountId, signedIn(viewer)) },
    openPosition: { isLight, answer: (request, viewer) => trades.open(request, tradingUser(viewer)) },
    closePosition: { isLight, answer: (request, viewer) => trades.close(request, tradingUser(viewer)) },
    placeOrder: { isLight, answer: (request, viewer) => trades.order(request, tradingUser(viewer)) },
    protectPosition: { isLight, answer: (request, viewer) => trades.protect(request, tradingUser(viewer)) },
    changeOrder: { isLight, answer: (request, viewer) => changes.change(request, tradingUser(viewer)) },
    initializeBrokerConnection: {
      isLight,
      answer: ({ connectionId }, viewer) => accounts.initialize(connectionId, signedIn(viewer)),
    },
    requestConnectionLog: {
      answer: ({ connectionId }, viewer) => logs.ofConnection(connectionId, signedIn(viewer)),
    },
    requestAccountLog: {
      answer: ({ accountId }, viewer) => logs.ofAccount(accountId, signedIn(viewer)),
    },
    // The broker of a connection closes it once nobody needs it.
    teardown: { isLight, answer: ({ connectionId }, viewer) => accounts.status(connectionId, signedIn(viewer)) },
  }
}

function tradingUser(viewer: string | null): string {
  if (viewer === null) throw new AppError('unauthenticated', 'login-required', 'Please log in to trade')
  return viewer
}
