/** For chunks that load after the first script. */
export { PlacesTab } from './admin/places-tab.tsx';
