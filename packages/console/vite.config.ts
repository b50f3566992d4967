import preact from '@preact/preset-vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [preact({ prefreshEnabled: false, devToolsEnabled: false })],
  build: { modulePreload: { polyfill: false }, assetsInlineLimit: 0, cssCodeSplit: false, target: 'es2022' },
})
