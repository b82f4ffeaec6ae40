/** The pages of the settings dialog in its menu; the id is what `?settings=` in the address says. */
export const SETTINGS_PAGES = [
  { id: 'premium-packages', title: 'Premium Packages' },
  { id: 'security', title: 'Security' },
  { id: 'exchange-api-keys', title: 'Exchange API Keys' },
  { id: 'api-access', title: 'API Access' },
  { id: 'notifications', title: 'Notifications' },
  { id: 'orders', title: 'Orders and Sounds' },
  { id: 'display', title: 'Display' },
  { id: 'account', title: 'Account' },
] as const

/** Pages that other pages lead to are in no menu. */
const ALL_PAGES = [...SETTINGS_PAGES, { id: 'data-sources', title: 'Data Sources API Keys' }] as const

export type MenuPage = (typeof SETTINGS_PAGES)[number]['id']
export type SettingsPage = (typeof ALL_PAGES)[number]['id']

export function titleOfSettings(page: SettingsPage): string {
  return ALL_PAGES.find(({ id }) => id === page)?.title ?? ''
}

/** Undefined for anything else in the address. */
export function toSettingsPage(value: unknown): SettingsPage | undefined {
  return ALL_PAGES.find(({ id }) => id === value)?.id
}
