/** A file as an exporter writes it, with made-up prices. */
export interface ExportedFile {
  readonly exporter: string
  readonly name: string
  readonly format: string
  /** The format that is proposed, if it is another one. */
  readonly detected?: string
  readonly content: string | Uint8Array
  /** What is read: minutes, days or ticks; or why the file is refused. */
  readonly found: 'M1' | 'D1' | 'Tick' | RegExp
  readonly instrument?: string
  /** Hours from UTC to the clock of the file. */
  readonly hours?: number
  /** Volumes of the two rows, where they are not 10 and 20. */
  readonly volumes?: readonly [number, number]
  /** What the user states. */
  readonly stated?: {
    readonly timezone?: string
    readonly symbol?: string
    readonly mapping?: Readonly<Record<string, string>>
  }
}

/** Each file has these two rows, in minutes from 09:30 or in days from January 15, 2024. */
export const BARS = [
  [1.1, 1.2, 1.05, 1.15],
  [1.15, 1.25, 1.1, 1.2],
] as const
export const TICKS = [
  [1.1, 1.11],
  [1.15, 1.16],
] as const

export const A = '1.1,1.2,1.05,1.15'
export const B = '1.15,1.25,1.1,1.2'
export const semi = (text: string): string => text.replaceAll(',', ';')
const comma = (text: string): string => text.replaceAll('.', ',')
export const tabs = (text: string): string => text.replaceAll(',', '\t')
export const GERMAN = [semi('1.1,1.2,1.05,1.15'), semi('1.15,1.25,1.1,1.2')].map(comma)
export const MS = 1_705_311_000_000
const DAY = Date.UTC(2024, 0, 15)
export const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`
export const minutes = (header: string, row: (clock: string, prices: string, volume: number) => string): string =>
  lines(...(header === '' ? [] : [header]), row('09:30', A, 10), row('09:31', B, 20))
export const days = (header: string, row: (day: string, prices: string, volume: number) => string): string =>
  lines(...(header === '' ? [] : [header]), row('15', A, 10), row('16', B, 20))

/** The time of a row of an exported file, in milliseconds of UTC. */
export function timeOfRow({ found, hours = 0 }: ExportedFile, row: number): number {
  const shift = hours * 3_600_000
  if (found === 'D1') return DAY + row * 86_400_000 - shift
  if (found === 'M1') return MS + row * 60_000 - shift
  return MS + (row === 0 ? 123 : 456) - shift
}
