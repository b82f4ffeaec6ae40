import type { IntentRow } from '@tradeloom/database'
import type { SessionRecords } from '@tradeloom/engine'
import type { SessionLine } from './session-record-rows.ts'
import type { PlacedInput, StoredInput } from './stored-input.ts'

/** What concerns no order is committed this often. */
const FLUSH_MS = 250

/** What a session has done since its last commit. */
export class PendingChange {
  readonly #now: () => number
  /** Number of the next input. */
  #seq = 0
  #committedAt = 0
  #committedRow = -1
  #inputs: PlacedInput[] = []
  #intents: IntentRow[] = []
  #records: SessionRecords[] = []
  #lines: SessionLine[] = []

  constructor(now: () => number) {
    this.#now = now
  }

  get seq(): number {
    return this.#seq
  }

  /** Inputs that an earlier process has committed. */
  startAt(inputCount: number): void {
    this.#seq = inputCount
  }

  get hasIntents(): boolean {
    return this.#intents.length > 0
  }

  get records(): readonly SessionRecords[] {
    return this.#records
  }

  get lines(): readonly SessionLine[] {
    return this.#lines
  }

  place(input: StoredInput, afterRow: number): void {
    this.#inputs.push({ seq: this.#seq, afterRow, input })
    this.#seq += 1
  }

  order(intent: IntentRow): void {
    this.#intents.push(intent)
  }

  record(records: SessionRecords): void {
    this.#records.push(records)
  }

  line(level: SessionLine['level'], message: string): void {
    this.#lines.push({ time: this.#now(), level, message })
  }

  /** A replay repeats the records that are stored already. */
  dropRecords(): void {
    this.#records = []
  }

  /** Whether there is something to commit, and it is time. */
  isDue(rowNo: number, isUrgent: boolean): boolean {
    if (!isUrgent && performance.now() - this.#committedAt < FLUSH_MS) return false
    return rowNo !== this.#committedRow || this.#inputs.length > 0 || this.#lines.length > 0 || this.hasIntents
  }

  parts() {
    return { inputs: this.#inputs, intents: this.#intents, records: this.#records, lines: this.#lines }
  }

  committed(rowNo: number): void {
    this.#inputs = []
    this.#intents = []
    this.dropRecords()
    this.#lines = []
    this.#committedAt = performance.now()
    this.#committedRow = rowNo
  }
}
