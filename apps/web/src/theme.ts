import { createTheme, type CSSVariablesResolver } from '@mantine/core'

/** The colors are tokens in styles/tokens.css; Mantine's variables refer to them, so one switch changes all. */
export const theme = createTheme({
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  fontSizes: { xs: '11px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  defaultRadius: 6,
  primaryColor: 'brand',
  primaryShade: 7,
  colors: {
    brand: [
      '#eaf1ff',
      '#d3e1ff',
      '#a9c6ff',
      '#7aabff',
      '#5d99ff',
      '#4c8dff',
      '#3a78ea',
      '#2463d6',
      '#1d56c0',
      '#164699',
    ],
    dark: [
      '#e6e9f0',
      '#a3adc2',
      '#8a95ab',
      '#5b657a',
      '#323b4d',
      '#232a38',
      '#171c27',
      '#11151e',
      '#0b0e14',
      '#080a0f',
    ],
  },
  // Plain objects: what a component's own `extend` takes would bring the code of dialogs to pages that show none.
  components: {
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: {
      defaultProps: { variant: 'subtle', color: 'gray', size: 28 },
      // The least that a pointer needs.
      styles: { root: { minWidth: 24, minHeight: 24 } },
    },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300, multiline: true, maw: 320 } },
    // Its placeholder for the first focus is nothing that a menu may contain.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        centered: true,
        attributes: { header: { role: 'none' } },
        styles: { title: { fontSize: 15, fontWeight: 600 } },
      },
    },
  },
})

export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--surface-1)',
    '--mantine-color-text': 'var(--text-1)',
    '--mantine-color-dimmed': 'var(--text-2)',
    '--mantine-color-placeholder': 'var(--text-3)',
    '--mantine-color-default': 'var(--surface-2)',
    '--mantine-color-default-hover': 'var(--surface-3)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-default-color': 'var(--text-1)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-gray-text': 'var(--text-2)',
    '--mantine-color-gray-light-hover': 'var(--surface-3)',
  }
  return { variables: {}, dark: shared, light: shared }
}
