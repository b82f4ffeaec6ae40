import { MantineProvider } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { cssVariables, theme } from './theme.ts'
import { usePrinting } from './ui/printing.ts'

/** The look of the app: light on paper, else as chosen. */
export function Themed({ children }: { readonly children: ReactNode }): ReactElement {
  const isPrinting = usePrinting((state) => state.isPrinting)
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      {...(isPrinting ? { forceColorScheme: 'light' as const } : {})}
    >
      {children}
    </MantineProvider>
  )
}
