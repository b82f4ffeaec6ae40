import type { Installation } from './installation.ts'

/** Something that goes wrong, done to a real server that others are using meanwhile. */
export interface Fault {
  /** For `--only`. */
  readonly name: string
  readonly title: string
  /** How often it is done; kills are repeated, because the moment of a kill matters. */
  readonly isRepeated: boolean
  /** Settings of the server besides its port and data folder. */
  readonly env?: Readonly<Record<string, string>>
  /** Megabytes of a file system of its own for the data folder; needs root. */
  readonly diskMb?: number
  /** Makes what it needs before anybody else is there: the work of this process must not count as another user's wait. */
  prepare?(installation: Installation): Promise<void>
  /** Does it and waits until the server is itself again. Returns what was lost or wrong, one line each. */
  strike(installation: Installation, round: number): Promise<string[]>
}
