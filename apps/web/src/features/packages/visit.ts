/** Leaves for a page of the payment provider. */
export function visit(url: string): void {
  window.location.assign(url)
}
