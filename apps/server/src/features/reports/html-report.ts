import {
  type BacktestCharts,
  type BacktestDetail,
  marginExtent,
  marginFigures,
  gapHeadline,
  marginHeadline,
  RETURN_OVER_DRAWDOWN,
  runRemarks,
  seriesHeadline,
  type Verification,
} from '@tradeloom/contracts'
import { SETTINGS, summarizeModels } from '@tradeloom/domain'
import { equitySvg } from './equity-svg.ts'
import { escapeHtml } from './escape-html.ts'

type Row = readonly [name: string, value: string]

/** The result as one page that needs no script and no network. */
export function htmlReport(
  result: BacktestDetail,
  { equityCurve, breakdowns }: BacktestCharts,
  verification: Verification | null,
): string {
  const title = `${result.algorithmName} ${result.displayVersionNo} on ${result.symbol}`
  const parts = [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p>${escapeHtml(`${day(result.start)} to ${lastDay(result.end)}, ${result.interval}, ${result.status}`)}</p>`,
    gapWarning(result),
    marginWarning(result),
    equitySvg(equityCurve),
    section('Summary', ['', ''], summary(result)),
    section('Margin', ['', ''], marginRows(result)),
    section('Metrics', ['', '', '95% interval'], metricRows(result)),
    section('Months', ['Month', 'Return', 'Profit'], monthRows(breakdowns)),
    section('Tags', ['Tag', 'Positions', 'Profit', 'Won'], tagRows(breakdowns)),
    section('Settings', ['', ''], settings(result)),
    section('Reproducibility', ['', ''], reproducibility(result, verification)),
  ]
  return page(title, parts.join('\n'))
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style></head>
<body><main>
${body}
</main></body></html>
`
}

const STYLE = `body{font:14px/1.45 system-ui,sans-serif;color:#1b1f24;background:#fff;margin:24px}
main{max-width:900px;margin:auto}h1{font-size:22px;overflow-wrap:anywhere}h2{font-size:16px;margin-top:28px}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:3px 8px 3px 0;border-bottom:1px solid #e3e6ea;
overflow-wrap:anywhere;vertical-align:top}td+td{font-variant-numeric:tabular-nums}svg{width:100%;height:auto}
.warning{padding:8px 12px;border-left:4px solid #b42318;background:#fdecea}tr{break-inside:avoid}h2{break-after:avoid}`

function section(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const cells = (row: readonly string[], tag: 'th' | 'td'): string =>
    `<tr>${row.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`
  const names = head.some((name) => name !== '') ? `<thead>${cells(head, 'th')}</thead>` : ''
  const body = rows.map((row) => cells(row, 'td')).join('\n')
  return `<h2>${escapeHtml(title)}</h2>\n<table>${names}<tbody>${body}</tbody></table>`
}

function summary(result: BacktestDetail): Row[] {
  const remarks = runRemarks(result.warnings)
  const gross = result.metrics.find(({ key }) => key === 'grossProfitFactor')
  return [
    ['Closing equity', money(result.equity)],
    ['Profit', money(result.profit)],
    ['Return', percentage(result.profitPercentage)],
    ['Maximum drawdown', percentage(result.maxDrawdownPercentage)],
    ['Positions', String(result.positionCount ?? '—')],
    [`${RETURN_OVER_DRAWDOWN.name} (called “profit factor” in the API)`, plain(result.profitFactor)],
    ['Profit factor', plain(gross?.value ?? null)],
    ...remarks.warnings.map((text): Row => ['Warning', text]),
    ...remarks.notes.map((text): Row => ['Note', text]),
  ]
}

/** The months without prices and the datasets without values, before all figures. */
function gapWarning({ dataQuality, warnings }: BacktestDetail): string {
  const headlines = [gapHeadline(dataQuality), seriesHeadline(warnings)].filter((text) => text !== null)
  return headlines.map((text) => `<p class="warning"><strong>${escapeHtml(text)}.</strong></p>`).join('\n')
}

/** What margin has decided, before all figures. */
function marginWarning({ statistics, accountCurrency }: BacktestDetail): string {
  const headline = marginHeadline(statistics)
  if (headline === null) return ''
  const extent = marginExtent(statistics, accountCurrency)
  return `<p class="warning"><strong>${escapeHtml(headline)}.</strong> ${escapeHtml(extent ?? '')}</p>`
}

function marginRows({ statistics }: BacktestDetail): Row[] {
  const figures = marginFigures(statistics)
  if (figures === null) return [['Margin', 'Not recorded: this result predates the record of margin']]
  return figures.map(({ title, text }): Row => [title, text])
}

function metricRows({ metrics }: BacktestDetail): string[][] {
  return metrics
    .filter(({ shown }) => shown)
    .map(({ title, unit, value, interval, reason, trials }) => [
      `${title}${unit === '' ? '' : ` (${unit})`}${trials === null ? '' : `, ${counted(trials, 'trial')}`}`,
      value === null ? (reason ?? '—') : plain(value),
      interval === null ? '' : `${plain(interval[0])} to ${plain(interval[1])}`,
    ])
}

function monthRows(breakdowns: BacktestCharts['breakdowns']): string[][] {
  return (breakdowns?.monthly ?? []).map((month) => [
    month.whole ? month.month : `${month.month} (part)`,
    percentage(month.return * 100),
    money(month.profit),
  ])
}

function tagRows(breakdowns: BacktestCharts['breakdowns']): string[][] {
  return (breakdowns?.byTag ?? []).map(({ key, n, profit, winRate }) => [
    key === '' ? 'No tag' : key,
    String(n),
    money(profit),
    percentage(winRate * 100),
  ])
}

function settings(result: BacktestDetail): Row[] {
  const externals = Object.entries(result.externals).map(([name, value]) => `${name} = ${value}`)
  return [
    ['Instrument', result.instrumentId],
    ...(result.markets.length === 0 ? [] : [['Other markets', result.markets.join(', ')] as const]),
    ['Initial balance', `${money(result.initialBalance)} ${result.accountCurrency}`],
    ['Prices and costs', summarizeModels(Object.values(SETTINGS), result.models, result.tables) || 'Default'],
    ['Externals', externals.join(', ') || 'None'],
    ['Data', result.simulated ? 'Simulated prices' : 'Imported prices'],
  ]
}

function reproducibility(result: BacktestDetail, verification: Verification | null): Row[] {
  return [
    ['Result hash', result.resultHash ?? '—'],
    ['Engine', result.engineVersion ?? '—'],
    ['Script hash', String(result.manifest?.['scriptHash'] ?? '—')],
    ['Verification', verification === null ? 'Not verified' : `${verification.status}, ${verification.ended ?? ''}`],
    ...(verification?.differences ?? []).map(({ text }): Row => ['', text]),
  ]
}

function money(value: number | null): string {
  return value === null ? '—' : value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

function percentage(value: number | null): string {
  return value === null ? '—' : `${money(value)}%`
}

function plain(value: number | null): string {
  return value === null ? '—' : value.toLocaleString('en-US', { maximumSignificantDigits: 6 })
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

/** Periods end with the first moment after them. */
function lastDay(iso: string): string {
  return new Date(Date.parse(iso) - 1).toISOString().slice(0, 10)
}

function day(iso: string): string {
  return iso.slice(0, 10)
}
