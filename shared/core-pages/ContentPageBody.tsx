import { PictureImage } from '../blog/picture/PictureImage.tsx';
import { RichText } from '../blog/rich-text/RichText.tsx';
import { CallbackEnding } from '../callback/CallbackEnding.tsx';
import type { ContentPage } from '../content-page.ts';
import { QuestionList } from '../home/QuestionList.tsx';
import { useWording } from '../site/site-context.ts';
import { CallCard } from '../ui/CallCard.tsx';
import { Vehicle } from '../ui/scenery/Vehicle.tsx';
import './content-page.css';

/** The text, the picture and the questions of an editor's page. */
export function ContentPageBody({ page }: { page: ContentPage }) {
  const { image, content, questions } = page;
  return (
    <>
      <div className="section content-page">
        <div className="rich">
          <RichText document={content} />
        </div>
        {image ? (
          <PictureImage
            picture={image}
            placement="cover"
            className="content-page__picture sticky"
          />
        ) : null}
      </div>
      {questions.length > 0 ? (
        <section className="section tint split" id="faq" aria-labelledby="faq-heading">
          <h2 className="h2" id="faq-heading">
            Common questions
          </h2>
          <QuestionList questions={questions} />
        </section>
      ) : null}
    </>
  );
}

/** The end of an editor's page: the callback form, or a card with the phone number. */
export function ContentPageEnding({ ending }: Pick<ContentPage, 'ending'>) {
  const { dayAndNight } = useWording();
  if (ending === undefined) return null;
  return ending === 'Call' ? (
    <section className="section">
      <CallCard heading="Had an accident?" art={<Vehicle name="minibus" paint="a" />}>
        {`Call us${dayAndNight ? ' at any hour' : ''} to find out what happens next.`}
      </CallCard>
    </section>
  ) : (
    <CallbackEnding />
  );
}
