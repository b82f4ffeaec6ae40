import type { z } from 'zod'
import type { ApiTerms } from './api-terms.ts'

/** The line that the audit log gets for a call that succeeds. */
export interface Audited {
  /** Such as `package-assigned`. */
  readonly action: string
  /** Fields of the body that it states: never a secret. */
  readonly details?: readonly string[]
}

/**
 * One HTTP call, read by server and web alike. The server registers a handler for each; the web calls it typed.
 * `auth`: 'public' needs no login, 'user' needs one, 'admin' the installation's administrator.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:name` parameters, in Fastify's syntax. */
  readonly path: string
  readonly auth: 'public' | 'user' | 'admin'
  readonly summary: string
  /** Absent where access keys may not be used. */
  readonly api?: ApiTerms | undefined
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly response: Response
  /** For calls of administrators that change or reveal something, and for what concerns the safety of an account. */
  readonly audit?: Audited
  /**
   * Whether its user has to have shown within ten minutes who they are: always, or only if this call removes or lowers a
   * protection, which its handler says. What needs that is for people in browsers, so it has no `api`.
   */
  readonly recentLogin?: 'always' | 'to-weaken'
  /**
   * That a protection of an account is lowered or removed, as its user is told afterwards, in one line and without amounts: of
   * the call's own account, for administrators of the one with the `id`. What does that needs a recent login.
   */
  readonly weakens?: string
  /** Whether the answer holds what is shown once, or opens something: it is not kept for a call that is sent again. */
  readonly showsOnce?: true
}

/** What the type of an entry tells besides its parts: its address, and whether programs may call it. */
export interface Address<Method, Path, Api> {
  readonly method: Method
  readonly path: Path
  readonly api?: Api
}

declare const isEntry: unique symbol
/** Refused by the compiler where an entry is made: one that repeats another would inherit who may call that. */
export interface NoEntry {
  readonly [isEntry]?: never
}
export interface Entry {
  readonly [isEntry]: true
}

/**
 * Keeps the literal types of one entry; parts that a call does not have are `nothing`. Who may make a call is stated at its own
 * place.
 */
export function endpoint<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  const Method extends Endpoint['method'],
  const Path extends string,
  const Api extends ApiTerms | undefined = undefined,
>(
  // A copy of an endpoint with a public twin would have the same public path.
  entry: Endpoint<Params, Query, Body, Response> &
    Address<Method, Path, Api> &
    NoEntry & { readonly publicPath?: never },
): Endpoint<Params, Query, Body, Response> & Address<Method, Path, Api> & Entry {
  return entry as typeof entry & Entry
}
