import type { ReactNode } from 'react';
import './scene.css';

interface SceneProps {
  className?: string;
  /** Vehicles, and what stands beside them. */
  children: ReactNode;
}

/** Vehicles side by side on a road: a picture without meaning. */
export function Scene({ className = '', children }: SceneProps) {
  return (
    <div className={`scene ${className}`.trimEnd()} aria-hidden="true">
      {children}
    </div>
  );
}
