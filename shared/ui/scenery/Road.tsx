import type { ReactNode } from 'react';
import '../tile.css';
import './road.css';

/**
 * Numbered steps along a road, each an `li`. Safari takes a list without markers for no list, unless
 * it has the role.
 */
export function Road({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <ol className={`road ${className}`.trimEnd()} role="list">
      {children}
    </ol>
  );
}
