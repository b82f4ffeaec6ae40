/** The time zone of this browser, by its name. */
export const BROWSER_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone
