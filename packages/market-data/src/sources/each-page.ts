import { SourceError } from './source-error.ts'

const MOST = 5_000_000

/** Reads a list page by page: `read` takes an offset and returns how many rows there are in all. */
export async function eachPage(size: number, read: (offset: number) => Promise<number>): Promise<void> {
  for (let offset = 0, count = 1; offset < count; offset += size) {
    count = await read(offset)
    if (count > MOST) throw new SourceError('unreadable', 'This list is too long to be read')
  }
}
