import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that an installation may live under any path: index.html says where by its <base>.
  base: './',
  plugins: [react()],
  build: {
    target: 'es2023',
    // What is inlined would need a policy that allows data: and inline content.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every page is made of comes in one file: a first load of fifty small ones is mostly heads.
        codeSplitting: {
          groups: [
            {
              name: 'house',
              test: /src\/(?:api|areas|design|lists|live|loading|needs|scopes|shell)(?:\.ts|\/(?!qr|time-plot|score-plot|palette-))/,
            },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 600,
  },
  server: {
    host: '127.0.0.1',
    // `npm run dev` says where the gateway is; the browser sees one origin.
    proxy: { '/api': { target: process.env['WHEELHOUSE_API'] ?? 'http://127.0.0.1:8080', changeOrigin: false } },
  },
});
