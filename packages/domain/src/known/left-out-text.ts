const ALL = ' had no value at any time: all of its '

/** What a result says about values of a dataset that were published before their period ended. */
export function leftOutText(id: string, values: number, isAll: boolean): string {
  const counted = values === 1 ? '1 value was' : `${values} values were`
  const why = `${counted} left out as forecasts, which were published before their period ended`
  return `Series ${id}${isAll ? ALL : ': '}${why}`
}

/** Of such texts, those about a dataset without any value. Stored results have the text only. */
export function isAllLeftOut(text: string): boolean {
  return text.includes(ALL)
}
