import type { Icon } from '@tabler/icons-react'

/** Description of a page in its route file; navigation, palette and the tab's title are derived from it. */
export interface PageInfo {
  /** Shown in the browser's tab, the navigation and the palette. */
  readonly title: string
  readonly icon?: Icon
  /** Smaller numbers come first; `foot` is the group at the bottom of the side column. */
  readonly navigation?: { readonly group: 'main' | 'foot'; readonly order: number }
  /** Lists the page in the palette, found by its title and these words. */
  readonly palette?: { readonly keywords: readonly string[] }
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: PageInfo
    /** Without header and navigation: the window of a panel, or a part of a page elsewhere, which has no dialogs either. */
    frame?: 'window' | 'embedded'
  }
}
