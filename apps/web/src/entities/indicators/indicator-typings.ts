import type { Indicator } from '@tradeloom/contracts'

/** Declares custom indicators for the type checker: `indicators.MyRSI(runInterval, 14)`. */
export function indicatorTypings(indicators: readonly Indicator[], copiedKeys: readonly string[]): string {
  const custom = indicators.filter(({ system }) => !system)
  const known = new Set(custom.map(({ key }) => key))
  const members = [
    ...custom.map(memberOf),
    ...copiedKeys
      .filter((key) => !known.has(key))
      .map(
        (key) =>
          `  /** Copied with this algorithm. */\n  ${key}(${INTERVAL}, ...parameters: (number | null)[]): Indicator<any>\n`,
      ),
  ]
  return members.length === 0 ? '' : `interface Indicators {\n${members.join('')}}\n`
}

const INTERVAL = 'interval: BarInterval | TickCount | KnownSeries'

/** The outputs of a custom indicator are known only when it runs. */
function memberOf({ key, name, description, parameters }: Indicator): string {
  const list = parameters.map((parameter) => `, ${parameter.name}?: number | null`).join('')
  const comment = [name, description]
    .filter((text) => text !== '')
    .join('. ')
    .replaceAll('*/', '* /')
  return `  /** ${comment} */\n  ${key}(${INTERVAL}${list}): Indicator<any>\n`
}
