import type { z } from 'zod'
import type { ApiTerms } from './api-terms.ts'
import type { Address, Endpoint, Entry, NoEntry } from './endpoint.ts'

/**
 * A second route of the same endpoint, for everybody: it answers what its owner shares, and the same to the owner as to
 * a visitor. The server's handler is written once and receives the viewer, who is null on this route.
 */
export interface PublicTwin {
  readonly publicPath: string
  /** What the public route accepts, which may be less. */
  readonly publicQuery: z.ZodType
}

/** Adds the public route: `/public-api/...` beside `/api/...`. */
export function withPublicTwin<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  const Method extends Endpoint['method'],
  const Path extends string,
  const Api extends ApiTerms | undefined = undefined,
>(
  entry: Endpoint<Params, Query, Body, Response> &
    Address<Method, Path, Api> &
    NoEntry & { readonly publicQuery?: z.ZodType<z.output<NoInfer<Query>>> },
): Endpoint<Params, Query, Body, Response> & Address<Method, Path, Api> & PublicTwin & Entry {
  const twin = {
    ...entry,
    publicPath: entry.path.replace(/^\/api\//, '/public-api/'),
    publicQuery: entry.publicQuery ?? entry.query,
  }
  return twin as typeof twin & Entry
}
