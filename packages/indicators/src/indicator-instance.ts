import { checkArguments } from './check-arguments.ts'
import type { IndicatorBar } from './indicator-bar.ts'
import type { IndicatorDefinition, IndicatorFormula } from './definition.ts'
import { openIndicator } from './open-indicator.ts'
import type { OtherSeries } from './other-series.ts'
import type { Parts } from './kit/parts.ts'
import { ValueHistory } from './value-history.ts'

/** A local constant: the global one is looked up each time. */
const NONE = NaN

type Args = readonly (number | undefined)[]

/** One indicator on one stream of bars. It reads the bar object that the stream's owner updates before each call. */
export class IndicatorInstance {
  readonly definition: IndicatorDefinition
  readonly #formula: IndicatorFormula
  readonly #parts: Parts
  readonly #keep: IndicatorDefinition['keep']
  readonly #cells: readonly Cell[]
  /** The first output; for most indicators the only one. */
  readonly first = new ValueHistory()
  /** One per output. */
  readonly histories: readonly ValueHistory[]

  /**
   * Throws RangeError with a message for users if the arguments do not match the indicator's parameters. `other` is the
   * second series of a two-series indicator.
   */
  constructor(definition: IndicatorDefinition, args: Args, bar: IndicatorBar, other?: OtherSeries) {
    // Those of a custom indicator were checked and copied by `customArguments`.
    if (definition.isCustom !== true) checkArguments(definition, args)
    const { formula, parts } = openIndicator(definition, args, bar, other)
    this.definition = definition
    this.#formula = formula
    this.#parts = parts
    this.#keep = definition.keep
    this.#cells = definition.outputs.map(() => new Cell())
    this.histories = definition.outputs.map((_, i) => (i === 0 ? this.first : new ValueHistory()))
  }

  /** Processes the bar that has just finished. */
  close(): void {
    if (this.#parts.isMarked) this.#parts.restore()
    const value = this.#formula()
    const keep = this.#keep
    if (keep === undefined) this.first.push(typeof value === 'number' ? value : NONE)
    else if (typeof value === 'object' && value !== null) keep(value, this.histories)
    else keepNone(this.histories)
  }

  get ready(): boolean {
    const { last } = this.first
    return last === last
  }

  get count(): number {
    return this.first.count
  }

  /** Output number `output` at finished bar `k` back; NaN if there is none. */
  at(output: number, k: number): number {
    return this.histories[output]?.at(k) ?? NaN
  }

  /** The value at finished bar `k` back, in the form that scripts see. */
  value(k = 0): number | Readonly<Record<string, number>> {
    const { named } = this.definition
    return named === undefined ? this.first.at(k) : named(this.histories, k)
  }

  /** The value with the forming bar, which the caller has written to the shared bar object. */
  forming(): number | Readonly<Record<string, number>> {
    const value = this.#parts.form(this.#formula)
    const { named } = this.definition
    if (named === undefined) return typeof value === 'number' ? value : NONE
    const cells = this.#cells
    if (typeof value === 'object' && value !== null) this.#keep?.(value, cells)
    else for (let i = 0; i < cells.length; i++) (cells[i] as Cell).push(NONE)
    return named(cells, 0)
  }
}

/** One output of a value with a forming bar. */
class Cell {
  #value = NaN

  push(value: number): void {
    this.#value = value
  }

  at(): number {
    return this.#value
  }
}

function keepNone(histories: readonly ValueHistory[]): void {
  for (const history of histories) history.push(NONE)
}
