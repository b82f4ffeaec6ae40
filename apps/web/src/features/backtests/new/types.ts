import type { EndpointName } from '@tradeloom/contracts'
import type { CallInput } from '../../../api/call.ts'

export type { Backtest, ExternalDeclaration, MarketInstrument, RunTables } from '@tradeloom/contracts'
/** What the body of a call may be. */
export type CallInputOf<Name extends EndpointName> = NonNullable<CallInput<Name>['body']>
