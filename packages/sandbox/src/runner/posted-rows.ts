import type { SweepFailure } from '../protocol.ts'
import { failedRows } from '../sweep-rows.ts'
import type { RunPorts } from './watched-script.ts'

/** The rows of a batch so far, which have been written and announced. */
export class PostedRows {
  readonly #ports: RunPorts
  #bytes = 0
  count = 0

  constructor(ports: RunPorts) {
    this.#ports = ports
  }

  /** Adds rows; there are `count` of them then. */
  add(rows: Uint8Array, count: number, failed: readonly SweepFailure[]): void {
    this.#bytes += this.#ports.write(rows)
    this.count = count
    this.#ports.post({ type: 'rows', count, bytes: this.#bytes, failed })
  }

  /** Adds runs that failed alike. */
  fail(failure: Omit<SweepFailure, 'run'>, times: number): void {
    const failed = Array.from({ length: times }, (_, at) => ({ run: this.count + at, ...failure }))
    this.add(failedRows(times), this.count + times, failed)
  }
}
