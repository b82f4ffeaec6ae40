import type { Installation } from './installation.ts'

/** A failure inflicted on a real server while others use it. */
export interface Fault {
  /** Name for `--only`. */
  readonly name: string
  readonly title: string
  /** Whether it is repeated, as kills are, because their timing matters. */
  readonly isRepeated: boolean
  /** Server settings other than its port and data folder. */
  readonly env?: Readonly<Record<string, string>>
  /** Megabytes of a dedicated file system for the data folder; needs root. */
  readonly diskMb?: number
  /** Prepares the fault before anybody else is active: work of this process must not count as another user's wait. */
  prepare?(installation: Installation): Promise<void>
  /** Inflicts it and waits until the server has recovered. Returns what was lost or wrong, one line each. */
  strike(installation: Installation, round: number): Promise<string[]>
}
