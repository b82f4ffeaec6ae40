/** The pages of the settings dialog; the id is what `?settings=` in the address says. */
export const SETTINGS_PAGES = [
  { id: 'premium-packages', title: 'Premium Packages' },
  { id: 'security', title: 'Security' },
  { id: 'exchange-api-keys', title: 'Exchange API Keys' },
  { id: 'api-access', title: 'API Access' },
  { id: 'notifications', title: 'Notifications' },
  { id: 'display', title: 'Display' },
] as const

export type SettingsPage = (typeof SETTINGS_PAGES)[number]['id']

/** Those of the user menu; the others are reached in the dialog. */
export const MENU_PAGES = SETTINGS_PAGES.filter(({ id }) => id !== 'notifications')

/** Undefined for anything else in the address. */
export function toSettingsPage(value: unknown): SettingsPage | undefined {
  return SETTINGS_PAGES.find(({ id }) => id === value)?.id
}
