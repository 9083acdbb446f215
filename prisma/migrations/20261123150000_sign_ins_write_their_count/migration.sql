-- A sign-in writes the row that is counted itself: a trigger cost it twice as much. Every other line of a history is rare enough for one.
DROP TRIGGER count_activity ON activity_events;
CREATE TRIGGER count_activity AFTER INSERT ON activity_events FOR EACH ROW
WHEN (NEW.app_id IS NOT NULL AND NEW.action IN ('app.consent_given', 'app.access_withdrawn')) EXECUTE FUNCTION count_activity();
