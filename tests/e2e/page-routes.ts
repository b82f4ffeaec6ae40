import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const LIST = join(import.meta.dirname, '..', '..', 'apps', 'web', 'dist', 'routes.json')

/**
 * The addresses of all pages, such as `/backtests/:backtestId`, from the route files that the web app's build lists.
 */
export const PAGE_ROUTES: readonly string[] = Object.keys(JSON.parse(readFileSync(LIST, 'utf8')) as object)

/** The route of an address, one without parameters first, as in the router; null if there is no such page. */
export function routeOf(url: string): string | null {
  const parts = new URL(url).pathname.split('/')
  const fits = (route: string): boolean => {
    const names = route.split('/')
    return names.length === parts.length && names.every((name, at) => name.startsWith(':') || name === parts[at])
  }
  const fitting = PAGE_ROUTES.filter(fits)
  return fitting.find((route) => !route.includes(':')) ?? fitting[0] ?? null
}
