import indicatorTypings from '@tradeloom/script/api/indicators.generated.d.ts?raw'
import typings from '@tradeloom/script/api/tradeloom.d.ts?raw'

/** The typings of the script API as text, for the editor's type service and the documentation pane. */
export const apiTypings: string = `${typings}\n${indicatorTypings}`
