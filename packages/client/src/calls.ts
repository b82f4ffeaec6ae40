import type { Abort } from './abort.ts'
import type { Calls } from './api.generated.ts'

/** Such as `GET /api/backtest/:id`. */
export type CallName = keyof Calls

export type CallInput<Name extends CallName> = Calls[Name]['input'] & { readonly signal?: Abort }

/** The input may be left out if the call needs none. */
export type CallArguments<Name extends CallName> =
  Record<never, never> extends Calls[Name]['input'] ? [input?: CallInput<Name>] : [input: CallInput<Name>]

export type Reply<Name extends CallName> = Calls[Name]['reply']
