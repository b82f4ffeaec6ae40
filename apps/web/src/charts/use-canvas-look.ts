import { useComputedColorScheme } from '@mantine/core'
import { useColorPair } from '../ui/color-pair.ts'

/** Which colors there are: a canvas keeps those with which it was drawn, so that others need another canvas. */
export function useCanvasLook(): string {
  return `${useComputedColorScheme('dark')} ${useColorPair(({ pair }) => pair)}`
}
