export interface ChartColors {
  readonly background: string
  readonly text: string
  /** Of text on a label. */
  readonly strong: string
  readonly grid: string
  readonly border: string
  readonly accent: string
  readonly buy: string
  readonly sell: string
  readonly warn: string
  readonly info: string
  readonly label: string
}

/** A canvas cannot use CSS variables: reads the current values of the tokens, again for each color scheme. */
export function chartColors(element: Element): ChartColors {
  const style = getComputedStyle(element)
  const read = (name: string): string => style.getPropertyValue(name).trim()
  return {
    background: read('--surface-1'),
    text: read('--text-2'),
    strong: read('--text-1'),
    grid: read('--line'),
    border: read('--line'),
    accent: read('--accent'),
    buy: read('--buy'),
    sell: read('--sell'),
    warn: read('--warn'),
    info: read('--info'),
    label: read('--surface-3'),
  }
}

/** `#rrggbb` with an opacity from 0 to 1. */
export function withOpacity(color: string, opacity: number): string {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return color
  return (
    color +
    Math.round(opacity * 255)
      .toString(16)
      .padStart(2, '0')
  )
}
