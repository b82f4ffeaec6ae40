import type { SourceCall, SourceQuery } from '../source-call.ts'
import { SourceError } from '../source-error.ts'
import type { Revision, SourceProvider } from '../source-provider.ts'

/** A call that is answered by a function: a text, or JSON. */
export function answering(answer: (path: string, query: SourceQuery) => unknown): SourceCall {
  const text = async (path: string, query: SourceQuery = {}) => String(answer(path, query))
  return {
    key: 'k',
    now: Date.now,
    text,
    json: async (shape, path, query = {}) => {
      const read = shape.safeParse(answer(path, query))
      if (!read.success) throw new SourceError('unreadable', 'another shape')
      return read.data
    },
  }
}

export async function allRevisions(provider: SourceProvider, call: SourceCall, code: string): Promise<Revision[]> {
  const all: Revision[] = []
  for await (const revision of provider.revisions?.(call, code, null) ?? []) all.push(revision)
  return all
}

export const isoOf = (time: number): string => new Date(time).toISOString()
