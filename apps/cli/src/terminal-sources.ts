import { knownFromProblem, seriesId, UserError } from '@tradeloom/domain'
import type { SourceSpec } from '@tradeloom/engine'
import { type ColumnsFile, type KnownGeneration, openPointInTimeStore } from '@tradeloom/market-data'
import { marketFolder } from './data-folder.ts'
import { fetchSeries, keyedProvider } from './fetch-series.ts'
import type { TerminalScript } from './terminal-script.ts'

interface TerminalSources {
  readonly specs: readonly SourceSpec[]
  readonly series: readonly { readonly instrumentId: string; readonly columnsFile: ColumnsFile }[]
}

/**
 * The datasets of a script from the store of this computer, as they are there. Those that were fetched with the key of a user
 * of the server are that user's, and not for the terminal, which fetches them with a key of its own.
 */
export async function terminalSources(
  file: string,
  { series: uses }: Pick<TerminalScript, 'series'>,
  { start, end }: { readonly start: number; readonly end: number },
  data: string | undefined,
): Promise<TerminalSources> {
  const store = openPointInTimeStore(marketFolder(data))
  const specs: SourceSpec[] = []
  const series: TerminalSources['series'][number][] = []
  for (const { code, column, line, at } of uses) {
    const id = seriesId(code, column)
    const refuse = (text: string): UserError => new UserError('no-data', `${file}:${line}:${at}: ${text}`)
    const keyed = keyedProvider(code)
    const fetch = async (): Promise<KnownGeneration | null> => {
      if (!keyed?.key) return null
      return fetchSeries(store, keyed, { code, column }).catch((error: unknown) => {
        throw error instanceof UserError ? refuse(error.message) : error
      })
    }
    const found = (await store.findShared(code, column)) ?? (await fetch())
    if (found === null)
      throw refuse(
        keyed
          ? `Series ${id} needs a key for ${keyed.provider.title}: set ${keyed.variable} to yours, or run the backtest on the server`
          : `Series ${id} is not in the store of this computer. Run the backtest on the server, which fetches it`,
      )
    const problem = knownFromProblem(id, found.first, start)
    if (problem !== null) throw refuse(problem)
    const { hash, qualities } = await store.seenUntil(found, end)
    specs.push({ id, hash, generation: found.hash, qualities })
    series.push({ instrumentId: id, columnsFile: await store.columns(found) })
  }
  return { specs, series }
}
