/** What a client calls an order or a trade. */
export interface ClientExtensions {
  readonly id?: string
  readonly tag?: string
  readonly comment?: string
}
