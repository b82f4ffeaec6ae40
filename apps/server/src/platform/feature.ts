import type { RunnerPool } from '@tradeloom/sandbox'
import type { Handlers } from './http/route.ts'
import type { BoundJob } from './jobs/define-job.ts'

/** One thing that traders work with: everything the platform has to know of it. */
export interface Feature {
  /** Its endpoints. */
  readonly handlers?: Partial<Handlers>
  /** Runs in every server, before any request is served: folders, queues, samples. */
  prepare?(): Promise<void>
  /** Runs in every server while requests wait; `report` tells the health endpoint what takes so long. */
  start?(report: (detail: string) => void): Promise<void>
  /** The kinds of jobs that it performs; only in servers that run the `runner` service. */
  jobs?(pool: RunnerPool): readonly BoundJob[]
  /** Runs once jobs are performed; only in servers that run the `runner` service. */
  work?(pool: RunnerPool): Promise<void>
  stop?(): Promise<void>
}

type EndpointsOf<F extends Feature> = F extends { readonly handlers: infer H } ? keyof H : never

/** The names of endpoints that no feature of the list handles. */
export type UnhandledEndpoints<F extends readonly Feature[]> = Exclude<keyof Handlers, EndpointsOf<F[number]>>

/** Checks at compile time that the features handle every endpoint of the contract between them. */
export function features<const F extends readonly Feature[]>(
  ...list: [UnhandledEndpoints<F>] extends [never] ? F : readonly [never, UnhandledEndpoints<F>]
): readonly Feature[] {
  return list as readonly Feature[]
}
