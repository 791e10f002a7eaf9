import type { ReactNode } from 'react';

/** Numbered steps along a road, each an `li`. */
export function Road({ className = '', children }: { className?: string; children: ReactNode }) {
  return <ol className={`road ${className}`.trimEnd()}>{children}</ol>;
}
