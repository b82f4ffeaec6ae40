import { parseUnits } from '../../units.ts'
import { VenueError } from './venue-error.ts'

const SECURITY = ['signature', 'timestamp', 'recvWindow', 'apiKey']

/** The parameters of one request, each read with the venue's own complaints. */
export class Params {
  readonly #values: ReadonlyMap<string, string>

  constructor(values: ReadonlyMap<string, string>) {
    this.#values = values
  }

  /** A parameter that is sent twice counts as the query has it. */
  static parse(query: string, body: string): Params {
    return new Params(new Map([...new URLSearchParams(body), ...new URLSearchParams(query)]))
  }

  /** The venue refuses parameters that it does not read. */
  refuseOthers(known: readonly string[]): void {
    const sent = [...this.#values.keys()].filter((name) => !SECURITY.includes(name))
    const read = sent.filter((name) => known.includes(name)).length
    if (read === sent.length) return
    throw new VenueError(
      -1104,
      `Not all sent parameters were read; read '${read}' parameter(s) but was sent '${sent.length}'.`,
    )
  }

  has(name: string): boolean {
    return this.#values.has(name)
  }

  text(name: string): string {
    const value = this.optional(name)
    if (value === null)
      throw new VenueError(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`)
    return value
  }

  optional(name: string): string | null {
    const value = this.#values.get(name)
    if (value === '') throw new VenueError(-1105, `Parameter '${name}' was empty.`)
    return value ?? null
  }

  /** A whole number; `fallback` if it was not sent. */
  integer(name: string, fallback: number): number
  integer(name: string): number | null
  integer(name: string, fallback: number | null = null): number | null {
    const value = this.optional(name)
    if (value === null) return fallback
    if (!/^\d{1,19}$/.test(value))
      throw new VenueError(-1100, `Illegal characters found in parameter '${name}'; legal range is '^[0-9]{1,20}$'.`)
    return Number(value)
  }

  decimal(name: string): bigint {
    this.text(name)
    return this.optionalDecimal(name) ?? 0n
  }

  optionalDecimal(name: string): bigint | null {
    const value = this.optional(name)
    if (value === null) return null
    if (!/^[0-9]{1,20}(\.[0-9]{1,20})?$/.test(value)) {
      const range = '^([0-9]{1,20})(\\.[0-9]{1,20})?$'
      throw new VenueError(-1100, `Illegal characters found in parameter '${name}'; legal range is '${range}'.`)
    }
    const units = parseUnits(value)
    if (units === null) throw new VenueError(-1111, `Parameter '${name}' has too much precision.`)
    return units
  }
}
