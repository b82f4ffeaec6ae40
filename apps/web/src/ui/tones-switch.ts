let isOn = false

/** Whether tones are heard at all. Apart from what plays them, because every page says it. */
export function switchTones(on: boolean): void {
  isOn = on
}

export function areTonesOn(): boolean {
  return isOn
}
