/** The first letters of a venue on a square of ours, as SVG. */
export function monogram(letters: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#3d4654"/><text x="16" y="21" font-family="sans-serif" font-size="14" font-weight="600" text-anchor="middle" fill="#fff">${letters}</text></svg>`
}
