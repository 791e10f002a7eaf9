/** What the development client uses of it; the package brings no types. */
declare module 'react-refresh/runtime' {
  export function injectIntoGlobalHook(window: Window): void;
  export function register(type: unknown, id: string): void;
  export function createSignatureFunctionForTransform(): (...parts: unknown[]) => unknown;
  export function isLikelyComponentType(type: unknown): boolean;
  export function performReactRefresh(): void;
}
