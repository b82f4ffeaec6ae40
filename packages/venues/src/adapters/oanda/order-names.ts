/** The names of orders that were placed here, by this or another installation. The last letter is that of the attempt. */
const OURS = /^t[a-z2-7]{17}[a-z]$/
/** Of stops that the venue has made of an order of ours when it was filled. */
const ON_FILL = /^t[a-z2-7]{17}[a-z][spt]$/

/** A name of ours; null for those of other programs. */
export function ownName(name: unknown): string | null {
  return typeof name === 'string' && OURS.test(name) ? name : null
}

export function stopOnFillName(clientId: string): string {
  return `${clientId}s`
}

export function targetOnFillName(clientId: string): string {
  return `${clientId}p`
}

export function trailOnFillName(clientId: string): string {
  return `${clientId}t`
}

export function isOnFillName(name: unknown): boolean {
  return typeof name === 'string' && ON_FILL.test(name)
}
