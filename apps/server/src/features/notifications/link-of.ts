const PATHS: Readonly<Record<string, (id: string) => string>> = {
  session: (id) => `/sessions/${id}`,
  sessions: () => '/sessions',
  backtest: (id) => `/backtests/${id}`,
  optimization: (id) => `/optimizations/${id}`,
  account: () => '/platform',
  alert: () => '/alerts',
  settings: (page) => `/algorithms?settings=${page}`,
  admin: () => '/admin',
}

/** The path of the page that shows what a notification is about; null where there is none. */
export function linkOf(object: string | null): string | null {
  if (object === null) return null
  const [kind = '', id = ''] = object.split(':')
  return Object.hasOwn(PATHS, kind) ? (PATHS[kind]?.(encodeURIComponent(id)) ?? null) : null
}
