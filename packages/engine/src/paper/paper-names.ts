/** Orders and positions by the names that the account gives them, and by the numbers that the engine gives them. */
export class Names {
  readonly #numbers = new Map<string, number>()
  readonly #names = new Map<number, string>()

  add(name: string, number: number): void {
    this.#numbers.set(name, number)
    this.#names.set(number, name)
  }

  number(name: string): number {
    return this.#numbers.get(name) ?? 0
  }

  name(number: number): string {
    return this.#names.get(number) ?? ''
  }

  forget(number: number): void {
    this.#numbers.delete(this.name(number))
    this.#names.delete(number)
  }
}
