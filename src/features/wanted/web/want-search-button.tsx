import { toWantedInput } from './to-wanted-input.ts';
import WantButton from './want-button.tsx';

/** 'Tell me when it is listed', below a search that has found nothing. */
export default function WantSearchButton({ search }: { search: string }) {
  return <WantButton want={toWantedInput(search)}>Tell me when it is listed</WantButton>;
}
