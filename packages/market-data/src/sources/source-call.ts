import type { z } from 'zod'

export type SourceQuery = Readonly<Record<string, string | number | undefined>>

/** One use of a provider: by whose key, and within what it allows. */
export interface SourceCall {
  /** Null without one. A provider puts it where it belongs. */
  readonly key: string | null
  readonly now: () => number
  /** The body of an answer with status 200. The path is encoded, and begins without a slash. Throws SourceError. */
  text(path: string, query?: SourceQuery): Promise<string>
  /** The same as JSON of this shape; `unreadable` if it is something else. */
  json<Shape extends z.ZodType>(shape: Shape, path: string, query?: SourceQuery): Promise<z.output<Shape>>
}
