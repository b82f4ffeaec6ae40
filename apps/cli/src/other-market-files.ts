import { UserError } from '@tradeloom/domain'
import type { Instrument } from '@tradeloom/domain'
import { marketIds, readColumns, type SpreadChoice } from '@tradeloom/market-data'
import { parseMapping } from './options/parse-mapping.ts'

export interface OtherMarketOptions {
  /** `GBPUSD=prices.csv`: files of the other instruments that the script trades. */
  readonly market?: string[]
  readonly format?: string
  readonly timezone?: string
  readonly mapping?: string
}

/** Price files with the instrument they belong to. */
export type FileColumns = Awaited<ReturnType<typeof readColumns>>

/** The prices of the instruments that a script opens with `market(...)`, from files of the same format as the run's. */
export async function readOtherMarkets(
  options: OtherMarketOptions,
  names: readonly string[],
  traded: Instrument,
  spread: SpreadChoice,
): Promise<FileColumns[]> {
  const files = filesByMarket(options.market ?? [], traded)
  const opened = marketIds(names, traded)
  const surplus = [...files.keys()].find((id) => !opened.some((one) => one.id === id))
  if (surplus !== undefined)
    throw new UserError('invalid-input', `--market ${surplus}: the script does not open this market`)
  return Promise.all(
    opened.map(({ id, name }) => {
      const paths = files.get(id)
      if (!paths)
        throw new UserError(
          'invalid-input',
          `The script opens market('${name}'): pass its prices with --market ${name}=FILE`,
        )
      return readColumns({
        files: paths,
        format: options.format ?? '',
        instrument: id,
        // The option has named it, so the same file may hold the prices of several markets.
        symbol: id.split(':')[0] ?? id,
        ...(options.timezone === undefined ? {} : { timezone: options.timezone }),
        mapping: parseMapping(options.mapping),
        ...spread,
      })
    }),
  )
}

/** Several files of one market are joined. */
function filesByMarket(assignments: readonly string[], traded: Instrument): Map<string, string[]> {
  const files = new Map<string, string[]>()
  for (const assignment of assignments) {
    const [name = '', ...path] = assignment.split('=')
    const file = path.join('=')
    if (name === '' || file === '')
      throw new UserError('invalid-input', `--market ${assignment} is not of the form SYMBOL=FILE`)
    for (const { id } of marketIds([name], traded)) files.set(id, [...(files.get(id) ?? []), file])
  }
  return files
}
