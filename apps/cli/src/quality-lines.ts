import type { Defect, SeriesQuality } from '@tradeloom/market-data'

/** From complete to poor, with the same bounds as the timeline on screen. */
const SHADES = [
  { least: 0.985, mark: '█' },
  { least: 0.9, mark: '▓' },
  { least: 0.6, mark: '▒' },
  { least: 0, mark: '░' },
] as const
const NOTHING = '×'

const LISTED = 10
const KINDS: Readonly<Record<Defect['kind'], string>> = {
  gap: 'gap',
  outlier: 'spike',
  jump: 'jump',
  crossed: 'crossed quotes',
  duplicate: 'duplicates',
  inconsistent: 'inconsistent bars',
  flat: 'flat stretch',
  scale: 'wrong scale',
}

/** The grade of one series as text: a line per month with a mark per day, then the largest defects. */
export function qualityLines(quality: SeriesQuality): string[] {
  const { instrumentId, interval, price, first, last, summary, period } = quality
  const kind = price === 'quote' ? 'bid and ask' : 'one price'
  const share = `${(period ?? summary).goodPercent.toFixed(2)} % good`
  const from = period?.from ?? first
  const to = period?.to ?? last
  return [
    `${instrumentId}  ${interval} ${kind}  ${minute(from)} to ${minute(to)}  ${share}`,
    ...warnings(quality),
    ...monthTable(quality),
    `Days: ${SHADES[0].mark} complete  ${SHADES[1].mark} good  ${SHADES[2].mark} with holes  ${SHADES[3].mark} poor  ${NOTHING} no data  · closed`,
    ...defectLines(quality.defects),
  ]
}

function warnings({ summary: { shift, scaleFactor, closed }, damaged }: SeriesQuality): string[] {
  const lines: string[] = []
  if (damaged.length > 0) lines.push(`  DAMAGED: the files of ${damaged.join(', ')}; import these months again`)
  if (shift) {
    const hours = `${Math.abs(shift.hours)} hour${Math.abs(shift.hours) === 1 ? '' : 's'}`
    const way = shift.hours > 0 ? 'late' : 'early'
    lines.push(
      `  TIME ZONE: ${shift.weeks} of ${shift.of} ${shift.by}s end and begin ${hours} too ${way}; times were read in the wrong time zone`,
    )
  }
  if (scaleFactor !== 1) lines.push(`  SCALE: prices are about ${scaleFactor} times the usual price of this symbol`)
  if (closed > 0) lines.push(`  ${closed} rows are outside trading hours`)
  return lines
}

function monthTable({ months, days, period }: SeriesQuality): string[] {
  const shown = months.filter(({ month }) => days.some(({ day }) => monthName(day) === month))
  const head = ['month', 'good %', 'missing', 'gaps', 'spikes', 'jumps', 'crossed', 'doubled', 'invalid', 'flat']
  const rows = shown.map((one) => [
    one.month,
    one.goodPercent.toFixed(2),
    ...[one.missing, one.gaps, one.outliers, one.jumps, one.crossed, one.duplicates, one.inconsistent, one.flat].map(
      String,
    ),
  ])
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[], bar: string): string =>
    `  ${cells.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ')}  ${bar}`.trimEnd()
  const title = line(head, period === null ? '' : '(whole months; the marks are of the period)')
  return [title, ...rows.map((row) => line(row, dayMarks(row[0] ?? '', days)))]
}

/** One mark for each day of the month. */
function dayMarks(month: string, days: SeriesQuality['days']): string {
  const first = Date.parse(`${month}-01T00:00:00Z`)
  const known = new Map(days.map((day) => [day.day, day]))
  let marks = ''
  for (let day = first; monthName(day) === month; day += 86_400_000) {
    const { expected = 0, good = 0, missing = 0 } = known.get(day) ?? {}
    if (expected === 0) marks += '·'
    else
      marks += missing >= expected ? NOTHING : (SHADES.find(({ least }) => good / expected >= least)?.mark ?? NOTHING)
  }
  return marks
}

function defectLines(defects: readonly Defect[]): string[] {
  if (defects.length === 0) return ['No defects']
  const largest = defects.toSorted((a, b) => b.count - a.count || a.from - b.from).slice(0, LISTED)
  const title = defects.length > LISTED ? `The ${LISTED} largest of ${defects.length} defects:` : 'Defects:'
  return [
    title,
    ...largest.map(({ kind, from, to, count }) => {
      const unit = kind === 'gap' ? 'missing' : count === 1 ? 'row' : 'rows'
      const end = to - from < 60_000 ? '' : ` to ${minute(to)}`
      return `  ${minute(from)}${end}  ${KINDS[kind]}, ${count} ${unit}`
    }),
  ]
}

function monthName(day: number): string {
  return new Date(day).toISOString().slice(0, 7)
}

function minute(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ')
}
