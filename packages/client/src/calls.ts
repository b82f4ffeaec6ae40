import type { endpoints } from '@tradeloom/contracts'

type Endpoints = typeof endpoints
type NameOf<Entry extends { readonly method: string; readonly path: string }> = `${Entry['method']} ${Entry['path']}`

/** Every call whose contract has terms for programs, by its method and path. */
type Calls = {
  [
    Name in keyof Endpoints as [NonNullable<Endpoints[Name]['api']>] extends [never] ? never : NameOf<Endpoints[Name]>
  ]: Endpoints[Name]
}

/** Such as `GET /api/backtest/:id`. */
export type CallName = keyof Calls

type InputOf<Schema> = Schema extends { readonly _zod: { readonly input: infer Input } } ? Input : never
type OutputOf<Schema> = Schema extends { readonly _zod: { readonly output: infer Output } } ? Output : never

/** Required if the call has this part. */
type Part<Key extends string, Type> = undefined extends Type
  ? { readonly [K in Key]?: Type }
  : { readonly [K in Key]: Type }

export type CallInput<Name extends CallName> = Part<'params', InputOf<Calls[Name]['params']>> &
  Part<'query', InputOf<Calls[Name]['query']>> &
  Part<'body', InputOf<Calls[Name]['body']>> & { readonly signal?: AbortSignal }

export type Reply<Name extends CallName> = OutputOf<Calls[Name]['response']>
