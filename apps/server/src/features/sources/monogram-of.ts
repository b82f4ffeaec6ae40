import { createHash } from 'node:crypto'

const SKIPPED: ReadonlySet<string> = new Set(['and', 'for', 'from', 'in', 'of', 'on', 'the', 'to'])

/**
 * A picture of a database that needs no server but this one: its initials, in a color of its provider. As an address
 * that contains it, it works wherever the list is shown.
 */
export function monogramOf(name: string, provider: string): string {
  const hue = createHash('sha256').update(provider).digest().readUInt16BE(0) % 360
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="7" fill="hsl(${hue} 55% 36%)"/>` +
    '<text x="16" y="21.5" fill="#fff" font-family="sans-serif" font-size="15" font-weight="600" text-anchor="middle">' +
    `${initialsOf(name)}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const telling = words.filter((word) => !SKIPPED.has(word.toLowerCase()))
  return (telling.length === 0 ? words : telling)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')
}
