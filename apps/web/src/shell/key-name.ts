const NAMES: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  '-': '−',
}

/** What is printed on a key. */
export function keyName(key: string, isMac: boolean): string {
  if (key === 'Mod') return isMac ? 'Cmd' : 'Ctrl'
  return NAMES[key] ?? key
}
