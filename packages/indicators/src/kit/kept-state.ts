import type { Part } from './part.ts'

/** Copies the fields of a state to another object with the same fields. */
export type CopyState = (from: Record<string, unknown>, to: Record<string, unknown>) => void

/** An object whose fields an indicator changes from bar to bar: they are restored after a forming bar. */
export class KeptState implements Part {
  readonly #live: Record<string, unknown>
  readonly #saved: Record<string, unknown>
  readonly #copy: CopyState

  /** A `copy` that names the fields is several times faster than iterating over names. */
  constructor(live: Record<string, unknown>, copy: CopyState = copier(Object.keys(live))) {
    this.#live = live
    this.#saved = { ...live }
    this.#copy = copy
  }

  save(): void {
    this.#copy(this.#live, this.#saved)
  }

  restore(): void {
    this.#copy(this.#saved, this.#live)
  }
}

function copier(names: readonly string[]): CopyState {
  return (from, to) => {
    for (let i = 0; i < names.length; i++) to[names[i] as string] = from[names[i] as string]
  }
}
